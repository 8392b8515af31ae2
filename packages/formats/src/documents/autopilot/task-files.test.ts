import { expect, it } from 'vitest'
import { filesIn } from './task-files.ts'

it('AP-06 the files of a task are named in one of many forms', () => {
  const forms: Readonly<Record<string, readonly string[] | null>> = {
    '**Files:** `a.ts`, `b/c.ts`': ['a.ts', 'b/c.ts'],
    '**Depends on:** Task 1 | **Files:** `a.ts` (extend), `./b.ts:12-40` | **Owns:** `c.ts`': [
      'a.ts',
      'b.ts',
    ],
    '**File:** `a.ts` · **Owns:** `c.ts`': ['a.ts'],
    '- **Files**: a.ts, src/b.ts and README.md': ['a.ts', 'src/b.ts', 'README.md'],
    'Files: `a.ts`, matching `.test.ts` and `.gitkeep`': ['a.ts', '.gitkeep'],
    '**Files (per task N):** `a-<N>.ts` (see `ls | tail`)': ['a-<N>.ts'],
    '**Files:** `a | b.ts` and `{a,b}/*.ts`': ['{a,b}/*.ts'],
    '**Files:**\n\n- Create: `a.ts`\n- `b.ts` — from `x.ts`\n- c/d.ts\n\nThen.\n\n- `e.ts`': [
      'a.ts',
      'b.ts',
      'c/d.ts',
    ],
    '**Files:** none': [],
    '**Files:** None (review-only) | **Category:** review': [],
    '**Files:** -': [],
    '**Files:** —': [],
    '**Files:** n/a': [],
    '**Files:** No files': [],
    '**Files:** no code changes': [],
    '**Files:** both files (read-only verification)': [],
    '**Files:** same spike doc': null,
    '**Files:**\n\nText': null,
    'Some files: are told of': null,
    'Nothing here': null,
  }
  for (const [text, files] of Object.entries(forms)) expect(filesIn(text.split('\n')), text).toEqual(files)
})
