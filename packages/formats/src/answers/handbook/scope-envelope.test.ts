import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScopeEnvelope } from './scope-envelope.ts'

const good =
  'paths={src/a.ts, src/b.ts}; symbols={A,B}; budget=loc:120±30,files:4±1; expected_signal=require_nonempty; success="Done; truly."; failure_modes="Half done."'
const complaints = (text: string) =>
  readScopeEnvelope(text).mistakes.map(
    ({ offset, field, expected, found, hint }) =>
      `${field} at ${text.slice(offset, offset + 5)}| expected ${expected}, found ${found}${hint === null ? '' : `; ${hint}`}`,
  )

describe('HB-04 the scope envelope', () => {
  it('HB-04 parses to every field, with semicolons in quotes', () => {
    expect(readScopeEnvelope(` ${good} `).envelope).toEqual({
      paths: ['src/a.ts', 'src/b.ts'],
      symbols: ['A', 'B'],
      budget: { loc: 120, loc_floor: 30, files: 4, files_floor: 1 },
      expected_signal: 'require_nonempty',
      success: 'Done; truly.',
      failure_modes: 'Half done.',
    })
  })

  it.each([
    ['loc:∞,files:3', { loc: null, loc_floor: 0, files: 3, files_floor: 0 }],
    ['loc: 5 ± 2 ,\r\n files: ∞', { loc: 5, loc_floor: 2, files: null, files_floor: 0 }],
    ['loc:0±0,files:0', { loc: 0, loc_floor: 0, files: 0, files_floor: 0 }],
  ])('HB-04 budget=%j', (budget, expected) => {
    const text = good.replace('loc:120±30,files:4±1', budget)
    expect(readScopeEnvelope(text).envelope?.budget).toEqual(expected)
  })

  it('HB-04 fields may stand in any order, and end with a semicolon', () => {
    const text =
      'success="s";failure_modes="f"; expected_signal=allow_empty;\n budget=loc:1,files:1; symbols={}; paths={a};'
    expect(readScopeEnvelope(text)).toMatchObject({ envelope: { paths: ['a'], success: 's' }, mistakes: [] })
  })

  it('HB-04 the usual spelling and any other come to the same', () => {
    const budget = fc.tuple(
      fc.constantFrom('∞', '0', '12'),
      fc.constantFrom('', '±3'),
      fc.constantFrom('', '±4'),
    )
    const names = fc.array(fc.constantFrom('a', 'src/b.ts', ' c '), { maxLength: 3 })
    const words = fc.string({ unit: fc.constantFrom('a', ' ', ';', '=', '{', '±'), maxLength: 8 })
    fc.assert(
      fc.property(
        names,
        names,
        budget,
        words,
        words,
        (paths, symbols, [loc, floor, more], success, failure) => {
          const fields = [
            `paths={${paths.join(',')}}`,
            `symbols={${symbols.join(',')}}`,
            `budget=loc:${loc}${floor},files:${loc}${more}`,
            'expected_signal=allow_empty',
            `success="${success}"`,
            `failure_modes="${failure}"`,
          ]
          const usual = readScopeEnvelope(fields.join('; '))
          expect(usual.envelope).not.toBeNull()
          expect(readScopeEnvelope(fields.toReversed().join(' ; '))).toEqual(usual)
        },
      ),
    )
  })

  it('HB-04 a list has a name between its commas', () => {
    expect(complaints(good.replace('{A,B}', '{A,}'))).toEqual([
      'symbols at }; bu| expected a name between the commas, found "}"',
    ])
  })

  it.each([
    ['paths={src/a.ts, src/b.ts}', 'paths=src', 'paths at src; | expected "{", found "src"'],
    [
      '{src/a.ts, src/b.ts}',
      '{src/a.ts',
      'paths at ; sym| expected "}" at the end of the list, found ";"; the list begins 9 characters before',
    ],
    ['120±30', '120±', 'budget at ,file| expected a whole number after ±, found ","'],
    ['120±30', '1.5', 'budget at 1.5,f| expected a whole number or ∞, found "1.5"'],
    ['loc:120±30,', '', 'budget at files| expected loc:, as in loc:120±30,files:4, found "files"'],
    [
      ',files:4±1',
      '',
      'budget at ; exp| expected "," and the number of files, as in loc:120±30,files:4, found ";"',
    ],
    [
      '=require_nonempty',
      '=require_nonemty',
      'expected_signal at requi| expected allow_empty or require_nonempty, found "require_nonemty"; did you mean "require_nonempty"?',
    ],
    [
      '"Half done."',
      '"Half done.',
      'failure_modes at "Half| expected the closing double quote, found the end of the comment',
    ],
    ['"Done; truly."', '"A "b" c."', 'success at b" c.| expected ";" or the end of the comment, found "b"'],
    ['symbols=', 'symbols ', 'symbols at {A,B}| expected "=" after symbols, found "{"'],
    ['symbols={A,B}; ', '', 'null at | expected the field symbols, found none'],
    [
      'symbols={A,B}',
      'symbols={A,B}; symbols={C}',
      'null at symbo| expected every field once, found a second symbols',
    ],
    [
      'failure_modes="Half done."',
      'failure_modes="f"; success2="x"',
      'null at succe| expected a field: paths, symbols, budget, expected_signal, success, failure_modes, found "success2"; did you mean "success"?',
    ],
  ])('HB-04 %j written as %j is told with its column', (right, wrong, complaint) => {
    expect(complaints(good.replace(right, wrong))).toEqual([complaint])
  })

  it('HB-04 tells the mistakes of all fields', () => {
    expect(
      complaints('paths=a; symbols={}; budget=x; expected_signal=y; success="s"; failure_modes=f'),
    ).toHaveLength(4)
  })

  it('QA-03 any text gets an envelope or a mistake inside of it, soon', () => {
    const pieces = fc.array(
      fc.constantFrom(...good.split(/(?<=[;={},:"±])/), '"', '\\', '{', ';', '\n', '∞'),
      {
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        const { envelope, mistakes } = readScopeEnvelope(text)
        expect(envelope === null).toBe(mistakes.length > 0)
        for (const { offset } of mistakes) expect(offset >= 0 && offset <= text.length).toBe(true)
      }),
    )
    expect(complaints('"\\'.repeat(1_000_000))[0]).toContain('no more than 20000 characters')
  })
})
