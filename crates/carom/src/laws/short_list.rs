//! A list with room for a few, on the stack.

use std::ops::Deref;

/// At most N of something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ShortList<T, const N: usize> {
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
