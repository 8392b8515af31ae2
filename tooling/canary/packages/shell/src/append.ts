export interface Journal {
  append(line: string): Promise<void>
}
export async function append(line: string): Promise<void> {
  await Promise.resolve(line)
}
