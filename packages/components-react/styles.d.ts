// Lets TypeScript resolve `import "@plugboard/components-react/styles.css"`.
