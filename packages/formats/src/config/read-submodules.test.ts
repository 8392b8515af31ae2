import { expect, it } from 'vitest'
import { readSubmodules } from './read-submodules.ts'

it.each<[text: string | null, addresses: readonly string[]]>([
  [null, []],
  ['[submodule "a"]\n\tpath = a\n\turl = https://x/a.git\n', ['https://x/a.git']],
  ['[submodule "a"] url=../b', ['../b']],
  ['[submodule "a"]\n\tURL\t= "x"\n\tpath = curl\n', ['"x"']],
  ['\turl = \\\n  x\n', ['\\']],
  ['\tupdate = !sh evil\n\tupdate = merge\n', ['!sh evil']],
])('TR-10 the addresses in %j', (text, addresses) => expect(readSubmodules(text)).toEqual(addresses))
