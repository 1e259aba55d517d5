"""The rules of Oh Hell and its cousins: pure functions and values, with no clock, file or process."""
