//! The sections of the report, from what the kinds of experiment say of their results.

use super::page::{Block, Claim, Head, Layout, Section, Topic};

/// Puts what kinds say into sections, in this order, but for what stands at the head of the report. Kinds
/// with the same topic share a section.
pub(super) fn sections(
    parts: impl IntoIterator<Item = (Topic, Vec<Block>)>,
) -> (Head, Vec<Section>) {
    let mut topics: Vec<(Topic, Vec<Block>)> = Vec::new();
    let mut head = Head::default();
    for (topic, blocks) in parts {
        let blocks = without_head(blocks, &mut head);
        match topics.iter_mut().find(|(known, _)| known.id == topic.id) {
            Some((_, known)) => known.extend(blocks),
            None => topics.push((topic, blocks)),
        }
    }
    let laid_out = |(topic, blocks)| section(&topic, blocks);
    head.answers.sort_by_key(|answer| answer.question);
    (head, topics.into_iter().filter_map(laid_out).collect())
}

/// Moves to the head of the report what belongs there.
fn without_head(blocks: Vec<Block>, head: &mut Head) -> Vec<Block> {
    let mut others = Vec::new();
    for block in blocks {
        match block {
            Block::Answer(answer) => head.answers.push(answer),
            Block::Overview(grid) => head.overview = Some(grid),
            Block::Drawing(drawing) if drawing.head => head.drawing = Some(drawing),
            other => others.push(other),
        }
    }
    others
}

/// A section, if there is something in it.
fn section(topic: &Topic, blocks: Vec<Block>) -> Option<Section> {
    let mut laid_out: Vec<Block> = topic
        .lead
        .map(str::to_owned)
        .map(Block::Text)
        .into_iter()
        .collect();
    if topic.layout == Layout::AsGiven {
        if blocks.is_empty() {
            return None;
        }
        laid_out.extend(blocks);
    } else {
        let (claims, mut others) = gathered(blocks);
        if claims.is_empty() {
            return None;
        }
        if topic.layout == Layout::TablesLast {
            others.sort_by_key(|block| match block {
                Block::Drawing(_) => 0,
                Block::Chart(_) => 1,
                _ => 2,
            });
        }
        laid_out.push(Block::Claims(claims));
        laid_out.extend(others);
    }
    Some(Section {
        id: topic.id,
        title: topic.title,
        blocks: laid_out,
    })
}

/// All claims, and the other blocks in their order.
fn gathered(blocks: Vec<Block>) -> (Vec<Claim>, Vec<Block>) {
    let (mut claims, mut others) = (Vec::new(), Vec::new());
    for block in blocks {
        match block {
            Block::Claims(more) => claims.extend(more),
            other => others.push(other),
        }
    }
    (claims, others)
}
