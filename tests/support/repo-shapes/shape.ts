/** A small tree: the text of each file, by its path. */
export type Shape = Readonly<Record<string, string>>

export const json = (path: string, value: unknown): Shape => ({
  [path]: `${JSON.stringify(value, null, 2)}\n`,
})
