import { expect, it } from 'vitest'
import { summarizePlans } from './summarize-plans.ts'

const text = (id: string, title: string) =>
  `---\nid: ${id}\ntitle: ${title}\nphase: p\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n`
const place = 'active'

it('DL-02 summarises plans, leaves other files alone and names what is wrong', async () => {
  const files = [
    { path: 'p/0001-a.md', text: text('0001', 'plain'), place },
    { path: 'p/0002-b.md', text: text('0002', '"needs\\tthe parser"'), place },
    { path: 'p/0003-c.md', text: text('3', 'wrong'), place },
    { path: 'p/next.md', text: text('0004', 'misnamed'), place },
    { path: 'p/README.md', text: 'about plans', place },
    { path: 'p/_template.md', text: '', place },
    { path: 'p/picture.png', text: '', place },
  ] as const
  const { plans, problems } = await summarizePlans(files)
  expect(plans).toEqual([
    {
      id: '0001',
      title: 'plain',
      path: 'p/0001-a.md',
      place,
      status: 'active',
      dependsOn: [],
      priority: 100,
      acceptanceTags: [],
    },
    {
      id: '0002',
      title: 'needs\tthe parser',
      path: 'p/0002-b.md',
      place,
      status: 'active',
      dependsOn: [],
      priority: 100,
      acceptanceTags: [],
    },
  ])
  expect(problems.map(({ file, field }) => [file, field])).toEqual([
    ['p/0003-c.md', 'id'],
    ['p/next.md', null],
  ])
})
