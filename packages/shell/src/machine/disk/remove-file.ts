/** Owns the removal of one file that may be gone already. */
import { unlink } from 'node:fs/promises'
import { ifMissing } from './if-missing.ts'

export const removeFile = (path: string): Promise<void> => unlink(path).catch(ifMissing(undefined))
