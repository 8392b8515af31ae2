/** Reads a mission's documents for `harness validate`. */
import { counted } from '@harness/formats/text/amounts'
import type { Looked } from '../../line/playbooks.ts'
import { openDocuments } from './open-documents.ts'

export async function validateMission(root: string): Promise<Looked> {
  const { features, warnings } = await openDocuments(root)
  return { looked: features === null ? [] : [counted(features.length, 'feature')], advice: warnings }
}
