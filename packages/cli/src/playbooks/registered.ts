/** Owns the registry of the program. Nothing of a playbook is loaded before a command asks for it. */
import { registryOf } from '@harness/shell/engine/registry'
import type { PlaybookEntry } from '../line/playbooks.ts'
import * as builtIn from './built-in.ts'

export const registeredPlaybooks = registryOf<PlaybookEntry>(Object.values(builtIn))
