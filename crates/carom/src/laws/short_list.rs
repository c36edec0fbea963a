//! A list with room for a few, on the stack.

use std::array;
use std::iter::Take;
use std::ops::Deref;

/// At most N of something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ShortList<T, const N: usize> {
    items: [T; N],
    count: usize,
}

impl<T: Copy + Default, const N: usize> ShortList<T, N> {
    pub fn new() -> Self {
        Self { items: [T::default(); N], count: 0 }
    }

    /// Adds one. What there is no room for is dropped; the lists are as long as can be.
    pub fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.count) {
            *place = item;
            self.count += 1;
        }
    }

    /// Each of them turned into something else.
    pub fn map<U: Copy + Default>(&self, change: impl Fn(T) -> U) -> ShortList<U, N> {
        self.iter().map(|&item| change(item)).collect()
    }

    /// Puts the least first.
    pub fn sort_by_key(&mut self, key: impl Fn(&T) -> f64) {
        self.items[..self.count].sort_by(|a, b| key(a).total_cmp(&key(b)));
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for ShortList<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T, const N: usize> Deref for ShortList<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.count]
    }
}

impl<T, const N: usize> IntoIterator for ShortList<T, N> {
    type Item = T;
    type IntoIter = Take<array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(self.count)
    }
}
