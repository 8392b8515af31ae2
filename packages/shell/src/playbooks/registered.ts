/** Owns the registry of the engine. */
import { registryOf } from '../engine/registry.ts'
import * as builtIn from './built-in.ts'

export const registeredPlaybooks = registryOf(Object.values(builtIn))
