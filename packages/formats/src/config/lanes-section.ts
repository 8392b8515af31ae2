/** `lanes`: where lanes are, and what a lane needs beside its files to be a whole environment. */
import * as z from 'zod'
import { insidePath } from '../text/inside-path.ts'
import { envName, line } from './words.ts'

export const lanesSection = z
  .strictObject({
    dir: line
      .optional()
      .describe(
        'The folder that lanes are made in; absolute, from the checkout, or from home (~/). Default: beside the checkout.',
      ),
    setup: z.array(line).default([]).describe('Shell commands run in a new lane, such as "npm ci".'),
    setupInputs: z
      .array(insidePath)
      .default([])
      .describe(
        'More files and folders that decide what setup installs. Lock files, manifests, .npmrc and patches/ are known.',
      ),
    teardown: z.array(line).default([]).describe('Shell commands run in a lane before it is given up.'),
    copyEnvFiles: z
      .array(insidePath)
      .default([])
      .describe('Untracked files copied from your checkout into every lane, such as ".env.test".'),
    env: z
      .array(envName)
      .default([])
      .describe('Environment variables that setup, teardown and checks get to see.'),
    portsPerLane: z.int().min(1).max(1000).default(10).describe('How many ports each lane has for itself.'),
    portBase: z.int().min(1024).max(64_000).default(21_000).describe('The first port of the first lane.'),
    pool: z
      .int()
      .min(0)
      .max(16)
      .default(2)
      .describe('How many finished lanes are kept to be used again; 0 keeps none.'),
  })
  .prefault({})
  .describe('The isolated places where work happens.')
