/** Owns what the making of a spec says in French. */
import type { SpecTexts } from './texts.ts'

export const french: SpecTexts = {
  gates: {
    questions: {
      header: 'Questions',
      question: (count, round, most) =>
        count === 1
          ? `Une question sur la spécification (tour ${round} sur ${most}).`
          : `${count} questions sur la spécification (tour ${round} sur ${most}).`,
      how: 'Répondez par numéro : 1: …; 2: …. Ce qui manque est marqué [unconfirmed].',
      choices: {
        answer: { label: 'Répondre', leadsTo: 'Noter les réponses et continuer' },
        enough: {
          label: 'Assez',
          leadsTo: 'Ne plus rien demander ; les questions ouvertes sont marquées [unconfirmed]',
        },
        stop: { label: 'Arrêter', leadsTo: 'Terminer ici ; rien n’est écrit' },
      },
    },
  },
  notes: {
    title: 'Questions et réponses',
    idea: 'Idée',
    round: (number) => `Tour ${number}`,
    why: 'Pourquoi',
    options: 'Options',
    answer: 'Réponse',
    together: 'Réponse à toutes',
    none: 'Aucune question n’a été posée.',
  },
  lines: {
    otherLanguage: (language) => `ℹ Il n’y a pas encore de textes en « ${language} ». L’anglais est utilisé.`,
    strayed: (role, files) =>
      `⚠ ${role} a modifié des fichiers qui ne sont pas les siens. Ils ont été rétablis : ${files}`,
    unparsedLine: (role) => `⚠ ${role} : première ligne illisible — son fichier est pris tel quel`,
    sections: (found, wanted) => `⚠ Le brouillon a ${found} sections sur ${wanted}`,
    countsCorrected: (said, found) =>
      `⚠ Le critique a annoncé « ${said} ». Son fichier dit « ${found} », et c’est lui qui compte.`,
  },
  ends: {
    written: (folder) => `Le brouillon, les questions et les constats sont dans ${folder}`,
    next: (command) => `Lisez le brouillon, changez ce que vous voulez, puis : ${command}`,
    stopped: 'Arrêté aux questions. Rien n’a été écrit.',
    again: (command) => `Recommencer : ${command}`,
    noDocument: (role, path) => `✗ ${role} a terminé sans écrire ${path}`,
    noQuestions: (problems) => `✗ Les questions de l’intervieweur sont illisibles : ${problems}`,
    taken: (file) => `✗ ${file} existe déjà et ne vient pas de cette exécution. Rien n’a été écrit.`,
    moveAway: (file, command) =>
      `Déplacez ${file}, puis : harness resume ; ou abandonnez cette exécution et recommencez : ${command}`,
    nothingWritten: (command) => `Rien n’a été écrit. Recommencer : ${command}`,
  },
  report: {
    title: (idea) => `Spécification : ${idea}`,
    files: 'Fichiers',
    findings: 'Constats du critique',
    open: 'Questions ouvertes [unconfirmed]',
    warnings: 'Avertissements',
  },
  refusals: {
    exclusive: (one, other) => `${one} et ${other} s’excluent l’une l’autre.`,
    emptyIdea: { said: 'L’idée est vide.', next: (command) => `Dites ce que vous voulez : ${command}` },
    nameFolder: (option) => `Désignez un dossier dans le dépôt, comme docs/harness : ${option}`,
    otherIdea: {
      said: (idea) => `La spécification inachevée ici porte sur une autre idée : ${idea}`,
      next: (resume, giveUp) => `Reprenez-la sans idée : ${resume} ; ou abandonnez-la d’abord : ${giveUp}`,
    },
  },
}
