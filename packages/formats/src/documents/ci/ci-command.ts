/** Owns what is known of a CI: its commands, and what of it cannot be read. Pure. */

export interface CiCommand {
  /** In a folder other than the top, it begins with `cd <folder> && `. */
  readonly run: string
  /** The file, and the job in it. */
  readonly from: string
}

export interface CiFile {
  readonly commands: readonly CiCommand[]
  /** Workflows of other repositories that it calls: what they run is not known here. */
  readonly calls: readonly string[]
  /** Jobs that run the same commands in several ways, such as `test: 5 of test-tags`. */
  readonly variants: readonly string[]
}
