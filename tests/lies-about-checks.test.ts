/**
 * Agents that deliver a product which no longer does what its tests say, and get the checks to pass by what starts the
 * tests, by the product itself, or by what is beside the tree. Each agent insists. The reviewer approves of everything.
 */
import { describe } from 'vitest'
import { aroundTests } from './support/lies/around-tests.ts'
import { inProduct } from './support/lies/in-product.ts'
import { inScripts } from './support/lies/in-scripts.ts'
import { testLies } from './support/lies/told.ts'

describe('TR-05 a lie told in what starts the tests is not merged:', () => testLies(inScripts, 'confined'))
describe('TR-03 a product that lies to its tests is not merged:', () => testLies(inProduct, 'confined'))
describe('TR-03 a lie told beside the tree is not merged:', () => testLies(aroundTests, 'confined'))
