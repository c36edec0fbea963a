//! What came out of computing an item.

use carom_plot::Picture;

use crate::claim::Claim;

/// A figure drawn anew.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The drawing.
    pub picture: Picture,
    /// What to see in it.
    pub caption: String,
}

/// A table of words and numbers beside the claims, such as a fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// Rows with one cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows yet.
    #[must_use]
    pub fn new(caption: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self { caption: caption.to_owned(), head, rows: Vec::new() }
    }

    /// Adds a row.
    #[must_use]
    pub fn row<Cell: Into<String>>(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rows.push(cells.into_iter().map(Into::into).collect());
        self
    }
}

/// What came out of computing an item: claims first, then what illustrates them.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// Published against computed.
    pub claims: Vec<Claim>,
    /// Figures drawn anew.
    pub figures: Vec<Figure>,
    /// Further tables.
    pub tables: Vec<Table>,
}

impl Findings {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a claim.
    #[must_use]
    pub fn claim(mut self, claim: Claim) -> Self {
        self.claims.push(claim);
        self
    }

    /// Adds claims.
    #[must_use]
    pub fn claims(mut self, claims: impl IntoIterator<Item = Claim>) -> Self {
        self.claims.extend(claims);
        self
    }

    /// Adds a figure.
    #[must_use]
    pub fn figure(mut self, picture: Picture, caption: &str) -> Self {
        self.figures.push(Figure { picture, caption: caption.to_owned() });
        self
    }

    /// Adds a table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Self {
        self.tables.push(table);
        self
    }
}
