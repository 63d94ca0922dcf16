//! The download of a published set of tables.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::build::BuiltTable;
use super::directory::{Directory, table_file_name};
use super::error::{TableError, TableFile, error_at};
use super::header::{Column, Header, HeaderError, MAGIC};
use super::published::{HEADER_START, PublishedFiles, error_from};
use super::reader::{Table, check_header};
use super::shapes::TableShapes;
use crate::Monitor;
use crate::retrograde::SolveError;
use sowlab_base::files::{OutputFile, Partial, open_unlinked, rename_ours};

/// The number of bytes of a part that is read at once; a block is never divided.
const PART: u64 = 1 << 20;
/// The number of parts that are read together.
const TOGETHER: usize = 8;
/// The minimum number of positions per block. This program writes more, and with fewer an index could fill the memory.
const LEAST_BLOCK: u32 = 1024;

/// Downloads the missing tables of layers 0 to `most` into a directory, or of all layers up to the first that is not
/// published. It calls `fetched` for each layer in turn, also for those that exist, which stay unchanged.
///
/// A table gets its name only when its header, each block, the checksum of its values and its counts match. Until then
/// it is `NAME.table.part`. The next download continues it, if the published header is still the same, from the last
/// block that matches its checksum.
///
/// # Errors
///
/// - The first layer, or one up to `most`, is not published;
/// - a file is foreign or damaged, or has another number of positions;
/// - a transfer failed;
/// - a build or another download works in the directory;
/// - the operating system reports an error (for example a full disk);
/// - the monitor cancels.
///
/// Finished tables and the part stay in every case.
pub fn download(
    files: &Arc<dyn PublishedFiles>,
    shapes: &TableShapes,
    path: &Path,
    most: Option<u32>,
    monitor: &dyn Monitor,
    fetched: &mut dyn FnMut(&BuiltTable),
) -> Result<(), TableError> {
    if let Some(most) = most {
        shapes.layer(most).ok_or(SolveError::NoLayer(most))?;
    }
    let directory = Directory::new(path, shapes.name());
    if !directory.has(0) {
        // A set that is not published makes no directory.
        LayerDownload::of(files, &directory, 0).read_header(shapes, monitor)?;
    }
    fs::create_dir_all(path).map_err(error_at(path))?;
    let _lock = directory.lock()?;
    for layer in 0..=most.unwrap_or(u32::MAX) {
        monitor.check()?;
        if shapes.layer(layer).is_none() {
            break;
        }
        if !directory.has(layer) {
            let loaded = LayerDownload::of(files, &directory, layer).run(shapes, monitor);
            match loaded {
                Err(TableError::Missing(_)) if layer > 0 && most.is_none() => break,
                loaded => loaded?,
            }
        }
        let table = directory.open(shapes, layer)?;
        fetched(&BuiltTable {
            header: table.header().clone(),
            bytes: table.bytes(),
            seconds: None,
        });
    }
    Ok(())
}

/// The download of a layer.
struct LayerDownload<'a> {
    files: &'a Arc<dyn PublishedFiles>,
    name: String,
    layer: u32,
    target: PathBuf,
    part: PathBuf,
}

impl<'a> LayerDownload<'a> {
    fn of(
        files: &'a Arc<dyn PublishedFiles>,
        directory: &Directory,
        layer: u32,
    ) -> LayerDownload<'a> {
        LayerDownload {
            files,
            name: table_file_name(directory.name(), layer),
            layer,
            target: directory.table_path(layer),
            part: directory.part_path(layer),
        }
    }

    fn run(&self, shapes: &TableShapes, monitor: &dyn Monitor) -> Result<(), TableError> {
        let (header, bytes) = self.read_header(shapes, monitor)?;
        let (mut file, done) = self.open_part(&header, &bytes, monitor)?;
        let payload = bytes.len() as u64;
        let offset = |block: usize| payload + end_of(&header, block);
        monitor.begin(
            &format!("layer {}, bytes downloaded", self.layer),
            header.bytes(),
        );
        monitor.resume(offset(done));
        let parts = divide(&header, done);
        for together in parts.chunks(TOGETHER) {
            let ranges: Vec<Range<u64>> = together
                .iter()
                .map(|blocks| offset(blocks.start)..offset(blocks.end))
                .collect();
            let read = self.read(&ranges, header.bytes(), monitor)?;
            for (blocks, bytes) in together.iter().zip(read) {
                self.check_blocks(&header, blocks.clone(), &bytes)?;
                file.write_all(&bytes).map_err(error_at(&self.part))?;
                monitor.advance(bytes.len() as u64);
            }
        }
        let begun = format!("layer {}, checking", self.layer);
        monitor.begin(&begun, 0);
        Table::open(&self.part, shapes, self.layer)?.check(monitor)?;
        rename_ours(&file, &self.part, &self.target, &MAGIC).map_err(error_at(&self.target))
    }

    fn address(&self) -> String {
        self.files.address(&self.name)
    }

    fn published(&self) -> TableFile {
        TableFile::Published(self.address())
    }

    /// Reads ranges of a file of this length.
    fn read(
        &self,
        ranges: &[Range<u64>],
        length: u64,
        monitor: &dyn Monitor,
    ) -> Result<Vec<Arc<Vec<u8>>>, TableError> {
        let read = self.files.read(&self.name, ranges, monitor);
        let parts = read.map_err(error_from(self.address()))?;
        let whole = |(range, bytes): (&Range<u64>, &Arc<Vec<u8>>)| {
            bytes.len() as u64 == range.end - range.start
        };
        match parts.length == length && ranges.iter().zip(&parts.bytes).all(whole) {
            true => Ok(parts.bytes),
            false => Err(self.damaged("the length of the file".into())),
        }
    }

    fn damaged(&self, part: String) -> TableError {
        let file = self.published();
        TableError::Damaged { file, part }
    }

    /// Reads the header, and returns its bytes as well.
    fn read_header(
        &self,
        shapes: &TableShapes,
        monitor: &dyn Monitor,
    ) -> Result<(Header, Vec<u8>), TableError> {
        let format = |reason| TableError::Format {
            file: self.published(),
            reason,
        };
        let start = self
            .files
            .read(&self.name, from_ref(&(0..HEADER_START)), monitor);
        let start = start.map_err(error_from(self.address()))?;
        let fields = Header::decode_fields(&start.bytes[0]).map_err(format)?;
        check_header(
            &self.published(),
            &fields,
            Column::Values,
            shapes,
            self.layer,
        )?;
        if fields.blocks() > 1 && fields.block < LEAST_BLOCK {
            return Err(format(HeaderError::Sizes));
        }
        let payload = Header::length(&fields.name, fields.blocks()) as u64;
        if payload > start.length {
            return Err(format(HeaderError::Short));
        }
        let parts = (0..payload).step_by(PART as usize);
        let parts: Vec<Range<u64>> = parts.map(|at| at..payload.min(at + PART)).collect();
        let mut bytes = Vec::new();
        for together in parts.chunks(TOGETHER) {
            for part in self.read(together, start.length, monitor)? {
                bytes.extend_from_slice(&part);
            }
        }
        let (header, _) = Header::decode(&bytes).map_err(format)?;
        if header.bytes() != start.length {
            return Err(self.damaged("the length of the file".into()));
        }
        for (block, &(end, _)) in header.index.iter().enumerate() {
            let length = end.checked_sub(end_of(&header, block));
            if length.is_none_or(|length| length > header.longest_block()) {
                return Err(self.damaged(format!("the index entry of block {block}")));
            }
        }
        Ok((header, bytes))
    }

    /// Opens the part of an earlier download with the same header, otherwise begins a new one. Returns the number of
    /// blocks that it has; the next write goes behind them.
    fn open_part(
        &self,
        header: &Header,
        bytes: &[u8],
        monitor: &dyn Monitor,
    ) -> Result<(OutputFile, usize), TableError> {
        let failed = error_at(&self.part);
        let mut options = File::options();
        let found = match open_unlinked(&self.part, options.read(true).write(true)) {
            Ok(mut file) => {
                let mut begun = vec![0; bytes.len()];
                let same = file.read_exact(&mut begun).is_ok() && begun == bytes;
                same.then_some(file)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error)),
        };
        let Some(mut file) = found else {
            let mut partial = Partial::create_ours(&self.part, &MAGIC).map_err(&failed)?;
            partial.file().write_all(bytes).map_err(&failed)?;
            return Ok((partial.commit().map_err(&failed)?, 0));
        };
        let mut done = 0;
        let mut block = Vec::new();
        for (number, &(end, checksum)) in header.index.iter().enumerate() {
            monitor.check()?;
            let length = end - end_of(header, number);
            block.clear();
            let read = (&mut file).take(length).read_to_end(&mut block);
            read.map_err(&failed)?;
            if block.len() as u64 != length || xxh3_64(&block) != checksum {
                break;
            }
            done = number + 1;
        }
        let length = bytes.len() as u64 + end_of(header, done);
        let mut file = OutputFile::from(file);
        file.set_len(length).map_err(&failed)?;
        file.seek(SeekFrom::Start(length)).map_err(&failed)?;
        Ok((file, done))
    }

    fn check_blocks(
        &self,
        header: &Header,
        blocks: Range<usize>,
        bytes: &[u8],
    ) -> Result<(), TableError> {
        let first = end_of(header, blocks.start);
        for block in blocks {
            let place = |end: u64| (end - first) as usize;
            let bytes = &bytes[place(end_of(header, block))..place(end_of(header, block + 1))];
            if xxh3_64(bytes) != header.index[block].1 {
                return Err(self.damaged(format!("block {block}")));
            }
        }
        Ok(())
    }
}

/// Returns the end of the first blocks of a table, counted from the end of the header.
fn end_of(header: &Header, blocks: usize) -> u64 {
    blocks.checked_sub(1).map_or(0, |last| header.index[last].0)
}

/// Divides the blocks from this one on into parts.
fn divide(header: &Header, from: usize) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for block in from..header.index.len() {
        match parts.last_mut() {
            Some(last) if end_of(header, block + 1) - end_of(header, last.start) <= PART => {
                last.end = block + 1;
            }
            _ => parts.push(block..block + 1),
        }
    }
    parts
}
