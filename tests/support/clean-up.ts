/** Vitest loads it before every test file of this folder, although the files of a worker share their other modules. */
import { afterAll } from 'vitest'
import { removeTemporaryFolders } from './temporary-folder.ts'

afterAll(removeTemporaryFolders)
