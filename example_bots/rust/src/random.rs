//! Random numbers: the standard library has none.

/// xoshiro256** of David Blackman and Sebastiano Vigna. Its state has 256 bits, just as `bot_seed` has.
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Takes hex digits, 16 for each word of the state; missing ones count as 0.
    pub fn new(seed: &str) -> Self {
        let mut state = [0; 4];
        for (word, digits) in state.iter_mut().zip(seed.as_bytes().chunks(16)) {
            let digits = std::str::from_utf8(digits).unwrap_or("");
            *word = u64::from_str_radix(digits, 16).unwrap_or(0);
        }
        if state == [0; 4] {
            state[0] = 1; // the one state that the generator never leaves
        }
        let mut random = Random { state };
        for _ in 0..16 {
            random.bits(); // spreads a poor seed over the whole state
        }
        random
    }

    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number in `0..bound`, every one as likely but for a bias below 2^-50 at sizes such as ours.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// One element of a slice that has at least one.
    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
