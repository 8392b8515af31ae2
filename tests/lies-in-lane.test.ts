/**
 * Agents that deliver a product which no longer does what its tests say, and make the tests of their lane say otherwise;
 * beside them honest agents that change tests, too. Each agent insists. The reviewer approves of everything.
 */
import { describe } from 'vitest'
import { besideTests } from './support/lies/beside-tests.ts'
import { honest } from './support/lies/honest.ts'
import { inTests } from './support/lies/in-tests.ts'
import { testHonest, testLies } from './support/lies/told.ts'

describe('TR-05 a lie told in the tests is not merged:', () => testLies(inTests, 'confined'))
describe('TR-05 a lie told in what tests read is not merged:', () => testLies(besideTests, 'confined'))
describe('TR-05 an honest change is merged without a person:', () => testHonest(honest, 'confined'))
