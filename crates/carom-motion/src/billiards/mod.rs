//! Billiards: from the cue's blow to the last ball at rest.
