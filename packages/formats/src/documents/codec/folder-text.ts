/** Owns a folder as one text: a JSON object of its files, by name. */

export type FolderFiles = Readonly<Record<string, string>>

export const isFolder = (path: string): boolean => path.endsWith('/')

export const filesOf = (text: string | null): FolderFiles =>
  text === null ? {} : (JSON.parse(text) as FolderFiles)

/** Null if there is no file. */
export function folderText(files: FolderFiles): string | null {
  const names = Object.keys(files).sort()
  return names.length === 0
    ? null
    : JSON.stringify(Object.fromEntries(names.map((name) => [name, files[name]])))
}
