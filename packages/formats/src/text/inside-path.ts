/**
 * Says core's rule for paths inside the repository as a pattern, so that a JSON Schema can say it too. Never accepts
 * what core refuses; the one addition is the repository itself, `.`.
 */
import * as z from 'zod'

const anyCase = (word: string): string =>
  word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)
const device = `(?:${['con', 'prn', 'aux', 'nul', 'com[0-9]', 'lpt[0-9]'].map(anyCase).join('|')})(?:[ ]*\\.[^/]*)?`
const gitFolder = `${anyCase('\\.git')}|${anyCase('git')}~1`
const unseen = '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff'
const control = '\\u0000-\\u001f\\u007f-\\u009f'
const segment = `(?!(?:\\.\\.+|${gitFolder}|${device})[ .]*(?:/|$))(?![ .]*[ ][ .]*(?:/|$))[^/\\\\:${control}${unseen}]+`

const insidePathPattern = new RegExp(`^(?=[^/])${segment}(?:/+${segment})*/*$`)

export const insidePath = z
  .string()
  .max(1000)
  .regex(insidePathPattern, 'a relative path inside the repository, with forward slashes')
