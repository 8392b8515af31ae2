/** Owns the report on a file of another tool: what was read otherwise than it was written, and what was ignored. */

const mostLines = 100

export class ReadReport {
  private readonly readLines = new Set<string>()
  private readonly ignoredFields = new Set<string>()

  /** A value that was read as another one. */
  reads(line: string): void {
    this.readLines.add(line)
  }

  ignores(field: string): void {
    this.ignoredFields.add(field)
  }

  /** Fields that no reader knows. */
  ignoresOthers(fields: Readonly<Record<string, unknown>>, known: readonly string[], prefix = ''): void {
    for (const name of Object.keys(fields)) if (!known.includes(name)) this.ignores(`${prefix}${name}`)
  }

  get read(): readonly string[] {
    return bounded([...this.readLines])
  }

  get ignored(): readonly string[] {
    return bounded([...this.ignoredFields])
  }
}

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`]
