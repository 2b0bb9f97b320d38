// Runs questions with MiniSearch over a folder of notes, with the fields and weights of Omnisearch. Prints paths as JSON.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

const [folder, library] = process.argv.slice(2)
const { default: MiniSearch } = await import(library)

function notes(parent) {
  return readdirSync(parent, { withFileTypes: true }).flatMap((entry) => {
    const path = join(parent, entry.name)
    return entry.isDirectory() ? notes(path) : entry.name.endsWith('.md') ? [path] : []
  })
}

const headings = (content, level) =>
  [...content.matchAll(/^(#{1,3}) +(.+)$/gm)].filter((match) => match[1].length === level).map((match) => match[2]).join(' ')

const documents = notes(folder).map((path, id) => {
  const content = readFileSync(path, 'utf8')
  const aliases = content.match(/^aliases: \[(.*)\]$/m)?.[1] ?? ''
  return {
    id, path: relative(folder, path), basename: basename(path, '.md'), aliases, directory: relative(folder, dirname(path)),
    headings1: headings(content, 1), headings2: headings(content, 2), headings3: headings(content, 3), content,
  }
})
const boost = { basename: 10, aliases: 10, directory: 7, headings1: 6, headings2: 5, headings3: 4 }
const index = new MiniSearch({ fields: [...Object.keys(boost), 'content'], storeFields: ['path'] })
index.addAll(documents)
// Omnisearch requires all words, with which a question finds nothing; therefore any of the words is sufficient here.
const options = {
  boost, combineWith: 'OR', prefix: (term) => term.length >= 3,
  fuzzy: (term) => (term.length <= 3 ? 0 : term.length <= 5 ? 0.05 : 0.1),
}
const questions = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(questions.map((question) => index.search(question, options).slice(0, 50).map((result) => result.path))))
