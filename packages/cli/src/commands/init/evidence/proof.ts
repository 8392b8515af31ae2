/** Owns what one part of a command line proves. */
export interface Proof {
  /** `script:test`, `cargo test`, `pytest`: what runs, without its options. */
  readonly what: string
  /** The options that decide how much it proves. */
  readonly options: readonly string[]
}
