import 'fs'
import 'node:fs'
import 'node:fs/promises'
import type { Stats } from 'node:fs'
import 'zod'
import 'fast-check'
import 'not-installed-anywhere'
import '../../formats/src/allowed.ts'
import '../../shell/src/append.ts'
import '@harness/shell/any-file'
import './test-support/given.ts'

export type Leak = Stats
export const lazily = () => import('node:process')
