export function leaks(): unknown[] {
  return [
    new Date(),
    Math.random(),
    Math['random'](),
    process.pid,
    console,
    performance.now(),
    crypto.randomUUID(),
    setTimeout(leaks, 1),
    fetch('about:blank'),
    globalThis,
  ]
}
const { random } = Math
export { random }
export async function declared() {}
export const arrow = async () => {}
export const lazily = () => import('./allowed.ts')
export class Waits {
  async method() {
    await declared()
  }
}
export const holds = { async method() {} }
export const expression = async function () {}
