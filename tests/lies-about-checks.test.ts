/**
 * Agents that deliver a product which no longer does what its tests say, and get the checks to pass by what starts the
 * tests, by the product itself, or by what is beside the tree. Each agent insists. The reviewer approves of everything.
 */
import { describe } from 'vitest'
import { aroundTests } from './support/lies/around-tests.ts'
import { fewerTests, honestFewer } from './support/lies/fewer-tests.ts'
import { inProduct } from './support/lies/in-product.ts'
import { inScripts } from './support/lies/in-scripts.ts'
import { honestSource, inSource } from './support/lies/in-source.ts'
import { honestSettings, moreSettings } from './support/lies/more-settings.ts'
import { honestTools, otherTools } from './support/lies/other-tools.ts'
import { honestReached, reached } from './support/lies/reached.ts'
import { testHonest, testLies } from './support/lies/told.ts'
import { honestPlaces, unusualPlaces } from './support/lies/unusual-places.ts'

describe('TR-05 a lie told in what starts the tests is not merged:', () => testLies(inScripts, 'confined'))
describe('TR-03 a product that lies to its tests is not merged:', () => testLies(inProduct, 'confined'))
describe('TR-04 TR-05 fewer tests than on the base are not merged:', () => testLies(fewerTests, 'confined'))
describe('TR-03 TR-05 a lie told in the source of the product is not merged:', () =>
  testLies(inSource, 'confined'))
describe('TR-03 a lie told beside the tree is not merged:', () => testLies(aroundTests, 'confined'))
describe('TR-05 a lie told to another tool is not merged:', () => testLies(otherTools, 'confined'))
describe('TR-04 TR-05 fewer tests that the plan calls for are merged without a person:', () =>
  testHonest(honestFewer, 'confined'))
describe('TR-03 TR-05 an honest change in the source of the product is merged without a person:', () =>
  testHonest(honestSource, 'confined'))
describe('TR-05 a lie told in what a check reaches is not merged:', () => testLies(reached, 'confined'))
describe('TR-05 a lie told in an unusual place is not merged:', () => testLies(unusualPlaces, 'confined'))
describe('TR-05 a lie told in the settings that most projects have is not merged:', () =>
  testLies(moreSettings, 'confined'))
describe('TR-05 an honest change of tools, settings and what a check reaches is merged without a person:', () =>
  testHonest([...honestTools, ...honestReached, ...honestPlaces, ...honestSettings], 'confined'))
