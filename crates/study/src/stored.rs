//! Results of a kind, read from their files.

use std::ops::Deref;

use serde::de::DeserializeOwned;

use super::answers::{Answers, Origin, Reference, read_json};
use super::error::StudyError;
use super::kind::{Answer, ExperimentKind};
use super::report::bars::Bars;
use super::report::chart::{Chart, chart};
use super::report::evidence::Evidence;
use super::report::page::Block;
use super::report::source::Source;
use super::sheet::Picture;

/// A result of a kind, read from its files.
pub(super) struct Stored<'a, K: ExperimentKind> {
    answer: Answer<'a, K>,
    pub(super) origin: &'a Origin,
}

impl<'a, K: ExperimentKind> Deref for Stored<'a, K> {
    type Target = Answer<'a, K>;

    fn deref(&self) -> &Answer<'a, K> {
        &self.answer
    }
}

impl Answers<'_> {
    /// The results of a kind.
    ///
    /// # Errors
    /// A file that cannot be read or is of another schema.
    pub(super) fn of<K: ExperimentKind>(&self) -> Result<Vec<Stored<'_, K>>, StudyError> {
        let of_kind = self.all.iter().filter_map(|one| {
            let options = one.options.downcast_ref::<K>()?;
            Some(self.read(one, options))
        });
        of_kind.collect()
    }

    fn read<'b, K: ExperimentKind>(
        &'b self,
        reference: &'b Reference<'_>,
        options: &'b K,
    ) -> Result<Stored<'b, K>, StudyError> {
        let origin = &reference.origin;
        let rows = self.file(origin, &format!("{}.json", reference.asked.id))?;
        let certificates = origin.files.iter().filter(|file| Evidence::is_in(file));
        let certificates = certificates.map(|file| {
            Ok(Evidence {
                file: file.clone(),
                certificate: self.file(origin, file)?,
            })
        });
        Ok(Stored {
            answer: Answer {
                asked: reference.asked,
                options,
                rows,
                evidence: certificates.collect::<Result<_, StudyError>>()?,
            },
            origin,
        })
    }

    fn file<T: DeserializeOwned>(&self, origin: &Origin, file: &str) -> Result<T, StudyError> {
        read_json(&self.directory.join(origin.link(file)))
    }
}

impl<K: ExperimentKind> Stored<'_, K> {
    /// The rows, to which other results may have something to add.
    pub(super) fn rows_mut(&mut self) -> &mut [K::Row] {
        &mut self.answer.rows
    }

    /// The figures, and the command that made them.
    pub(super) fn source(&self) -> Source {
        self.source_of(&format!("{}.json", self.asked.id))
    }

    /// A file of its own, and the command that made it.
    pub(super) fn source_of(&self, file: &str) -> Source {
        self.origin.source_of(file)
    }

    /// Bars of the result as a chart of the report, if there is something to draw.
    pub(super) fn bars(&self, bars: Bars) -> Option<Chart> {
        Some(Chart {
            svg: bars.svg()?,
            title: bars.title,
            legend: Vec::new(),
            file: None,
            source: self.source(),
        })
    }

    /// Plots of the result as charts of the report, where there is something to draw.
    pub(super) fn charts(
        &self,
        pictures: impl IntoIterator<Item = Picture>,
    ) -> impl Iterator<Item = Block> {
        pictures.into_iter().filter_map(|picture| {
            let file = picture.file(self.asked.id);
            let file = self
                .origin
                .files
                .contains(&file)
                .then(|| self.origin.link(&file));
            chart(picture.lines, file, self.source()).map(Block::Chart)
        })
    }
}
