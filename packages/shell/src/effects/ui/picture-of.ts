/** Owns how large a picture of a page may be. */
import type { Page } from 'playwright-core'

export interface Viewport {
  readonly width: number
  readonly height: number
}

/** A wide window and a phone. */
export const viewports = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
] as const

export const nameOfViewport = ({ width, height }: Viewport): string => `${width}x${height}`

/** What agents are shown must not be higher, nor larger: their servers would refuse it. */
const highest = 4_000
const largestBytes = 3_500_000
const pictureMs = 30_000

export async function pictureOf(page: Page, { width, height }: Viewport) {
  const whole = await page.evaluate(
    '({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })',
  )
  const { width: wide, height: high } = whole as { readonly width: number; readonly height: number }
  const options = {
    fullPage: true,
    clip: {
      x: 0,
      y: 0,
      // What sticks out sideways is worth seeing.
      width: Math.min(Math.max(wide, width), 2 * width),
      height: Math.min(Math.max(high, height), highest),
    },
    animations: 'disabled',
    caret: 'hide',
    timeout: pictureMs,
  } as const
  const bytes = await page.screenshot({ ...options, type: 'png' })
  if (bytes.length <= largestBytes) return { type: 'png', bytes }
  return { type: 'jpg', bytes: await page.screenshot({ ...options, type: 'jpeg', quality: 60 }) }
}
