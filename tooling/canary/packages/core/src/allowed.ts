import type { leaks } from './globals.ts'

export type Leaks = typeof leaks
