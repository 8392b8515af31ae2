/** Vitest loads it before every test file of this folder: what the file has made is gone after it. */
import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './sample-repo.ts'

afterAll(removeTemporaryFolders)
