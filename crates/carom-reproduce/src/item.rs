//! A table, figure, theorem or passage of a paper.

use crate::findings::Findings;
use crate::paper::Paper;

/// Why an item could not be computed. Any error will do: it is shown in the report and fails it.
pub type Unmet = Box<dyn std::error::Error + Send + Sync>;

/// A table, figure, theorem or passage of a paper.
#[derive(Debug, Clone, Copy)]
pub struct Item {
    /// The paper.
    pub paper: Paper,
    /// Its number in the paper: "Table 1", "Fig. 9", "Sec. 8.1.3".
    pub label: &'static str,
    /// What it shows, in a few words.
    pub title: &'static str,
    /// What the paper does there and what is computed here, in a few sentences.
    pub about: &'static str,
    /// Computes it.
    pub compute: fn() -> Result<Findings, Unmet>,
}

impl Item {
    /// An item of a paper, given in the order of its fields.
    #[must_use]
    pub const fn new(
        paper: Paper,
        label: &'static str,
        title: &'static str,
        about: &'static str,
        compute: fn() -> Result<Findings, Unmet>,
    ) -> Self {
        Self { paper, label, title, about, compute }
    }

    /// Its name in links: "jia2013-table-1".
    #[must_use]
    pub fn anchor(&self) -> String {
        let mut anchor = String::from(self.paper.key());
        for word in self.label.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            anchor.push('-');
            anchor.push_str(&word.to_ascii_lowercase());
        }
        anchor
    }
}
