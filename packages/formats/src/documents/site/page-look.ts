/** Owns the form in which a page's look is read out of a browser: whatever a page says is cut and held to this form. */
import type { CapturedPage } from '@harness/core/effects/capture-site'
import { oneLine } from '@harness/core/kernel/one-line'
import * as z from 'zod'

const text = (most: number) =>
  z.preprocess((value) => (typeof value === 'string' ? value.slice(0, most) : ''), z.string())
const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess((value) => (Array.isArray(value) ? value.slice(0, most) : []), z.array(item))
const count = z.number().int().min(0).catch(0)

const look = z.object({
  title: text(300),
  text: text(20_000),
  headings: list(z.object({ level: z.int().min(1).max(6).catch(6), text: text(200) }), 200),
  links: list(z.object({ href: text(2_000), text: text(200) }), 1_000),
  controls: list(z.object({ kind: text(60), name: text(200) }), 300),
  forms: list(z.object({ method: text(10), action: text(500), fields: list(text(100), 50) }), 50),
  landmarks: list(z.object({ role: text(40), name: text(200) }), 100),
  elements: count,
  wholeText: count,
})

export type PageLook = z.output<typeof look>

/** Null if the page answered with something else altogether. */
export function readPageLook(value: unknown): PageLook | null {
  const read = look.safeParse(value)
  return read.success ? read.data : null
}

const most = { text: 2_500, headings: 30, links: 40, controls: 40, forms: 10, landmarks: 15 } as const

/** What an agent reads of it. */
export const describeLook = (
  { title, text: words, headings, links, controls, forms, landmarks }: PageLook,
  origin: string,
): Pick<CapturedPage, 'title' | 'text' | 'headings' | 'links' | 'controls' | 'forms' | 'landmarks'> => ({
  title: oneLine(title),
  text: oneLine(words).slice(0, most.text),
  headings: lines(headings, most.headings, ({ level, text: said }) => `h${level} ${said}`),
  links: lines(links, most.links, ({ href, text: said }) => `${said} → ${shortHref(href, origin)}`),
  controls: lines(controls, most.controls, ({ kind, name }) => `${kind} ${name}`),
  forms: lines(forms, most.forms, ({ method, action, fields }) =>
    [`${method} ${shortHref(action, origin)}`, fields.join(', ')].filter((part) => part !== '').join(': '),
  ),
  landmarks: lines(landmarks, most.landmarks, ({ role, name }) => `${role} ${name}`),
})

const shortHref = (href: string, origin: string): string =>
  (href.startsWith(`${origin}/`) ? href.slice(origin.length) : href).slice(0, 300)

/** Each once: a text of every page is found often. */
const lines = <Item>(
  items: readonly Item[],
  atMost: number,
  said: (item: Item) => string,
): readonly string[] => [...new Set(items.map((item) => oneLine(said(item))))].slice(0, atMost)
