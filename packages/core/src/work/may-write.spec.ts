import { expect, it } from 'vitest'
import { documentFiles } from '../playbooks/mission/feature/work.ts'
import { mayWriteFile } from './may-write.ts'

it.each([
  [['DESIGN.md'], 'DESIGN.md', true],
  [['DESIGN.md'], 'docs/DESIGN.md', false],
  [documentFiles('SPEC.md'), 'README.MD', true],
  [documentFiles('SPEC.md'), 'SPEC.md', false],
  [documentFiles('docs/SPEC.md'), 'docs/SPEC.md', false],
  [documentFiles('docs/SPEC.md'), 'SPEC.md', true],
  [documentFiles('SPEC.md'), 'a/docs/picture.svg', true],
  [documentFiles('SPEC.md'), 'docs/index.html', true],
  [documentFiles('SPEC.md'), 'mydocs/index.html', false],
  [documentFiles('SPEC.md'), 'src/readme.md.ts', false],
  [documentFiles('SPEC.md'), '.harness/validation-contract.md', false],
])('%j lets %s be written: %s', (mayWrite, path, may) => expect(mayWriteFile(mayWrite, path)).toBe(may))
