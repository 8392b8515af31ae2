/** Finds out whether an installed SDK can work: an install that was cut off leaves a package that only looks like one. */
import { arch, platform } from 'node:process'
import { type InstalledSdk, importSdk, type SdkPackage, unreadable } from './installed-sdk.ts'
import { sdkProgram } from './sdk-program.ts'

/** What is wrong with it; null if nothing is. Loads it, as a turn would. */
export async function brokenSdk(sdk: SdkPackage, installed: InstalledSdk): Promise<string | null> {
  if (installed.version === unreadable) return `${sdk.name} is broken: its package.json cannot be read`
  try {
    const loaded = (await importSdk(installed)) as Readonly<Record<string, unknown>>
    if (typeof loaded[sdk.exported] !== 'function') return `${sdk.name} is broken: it has no ${sdk.exported}`
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    return `${sdk.name} is broken: ${reason}`
  }
  return sdkProgram(sdk, installed) !== null
    ? null
    : `${sdk.name} is broken: its program for ${platform}-${arch} is missing`
}
