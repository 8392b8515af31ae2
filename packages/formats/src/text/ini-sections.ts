/** Reads files such as setup.cfg and tox.ini: sections, keys, and values that go on in indented lines. Pure. */

export type IniSections = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Lines that belong to no section are passed over; so is what is no setting. */
export function iniSections(text: string): IniSections {
  const sections: Record<string, Record<string, string>> = {}
  let section: Record<string, string> | null = null
  let key: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const [, header] = /^\[([^\]]+)\]/.exec(line) ?? []
    if (header !== undefined) {
      section = sections[header.trim()] ??= {}
      key = null
      continue
    }
    if (section === null || line.trim() === '' || /^\s*[#;]/.test(line)) continue
    if (/^\s/.test(line) && key !== null) {
      section[key] = [section[key] ?? '', line.trim()].filter((part) => part !== '').join('\n')
      continue
    }
    const [, name = '', value = ''] = /^([^=:\s][^=:]*?)\s*[=:]\s*(.*)$/.exec(line) ?? []
    key = name === '' ? null : name
    if (key !== null) section[key] = value.trim()
  }
  return sections
}
