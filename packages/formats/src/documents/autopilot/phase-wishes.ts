/** Owns `phases.json`: what a person wants of the phases to come. A person writes it, so every mistake in it is named. */
import type { PhaseWishes } from '@harness/core/playbooks/autopilot/documents'
import * as z from 'zod'
import type { Parsed } from '../../text/format-problem.ts'
import { checkAgainst } from '../../text/schema-problems.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { textCodec } from '../codec/text-codec.ts'
import { readJsonValue } from './json-object.ts'

const numbers = z
  .array(z.int().min(1).max(10_000))
  .refine((list) => new Set(list).size === list.length, 'each phase once')
  .default([])

const wishes = z.strictObject({ skip: numbers, order: numbers })

export function readWishes(text: string, file: string): Parsed<PhaseWishes> {
  const json = readJsonValue(text, file)
  return json.ok ? checkAgainst(wishes, json.value, file) : json
}

export const printWishes = ({ skip, order }: PhaseWishes): string =>
  `${JSON.stringify({ skip, order }, null, 2)}\n`

/** A missing file has no content; one with mistakes stops the read, and the operator is told each of them. */
export const wishesCodec: DocumentCodec<PhaseWishes> = {
  ...textCodec('wishes'),
  parse: (text) => readWishes(text, 'phases.json'),
}
