/** Puts a value last, and forgets the oldest beyond so many: a map that grows with whoever asks stays bounded. */
export function remember<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  // Deleting first moves it to the end, so that the first is always the oldest.
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
}
