/** Every test of this folder in one process: `node --test test/all.js`. */
import { readdirSync } from 'node:fs'

const here = new URL('.', import.meta.url)
for (const file of readdirSync(here)) if (file.endsWith('.test.js')) await import(new URL(file, here))
