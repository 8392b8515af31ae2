import { expect, it } from 'vitest'
import { mayWriteFile } from './may-write.ts'
import { documentFiles } from './playbooks/mission/document-files.ts'

it.each([
  [['DESIGN.md'], 'DESIGN.md', true],
  [['DESIGN.md'], 'docs/DESIGN.md', false],
  [documentFiles, 'README.MD', true],
  [documentFiles, 'a/docs/picture.svg', true],
  [documentFiles, 'docs/index.html', true],
  [documentFiles, 'mydocs/index.html', false],
  [documentFiles, 'src/readme.md.ts', false],
  [documentFiles, '.harness/validation-contract.md', false],
])('%j lets %s be written: %s', (mayWrite, path, may) => expect(mayWriteFile(mayWrite, path)).toBe(may))
