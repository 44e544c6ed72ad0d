// Let TypeScript resolve the imports of the stylesheets, which have no exports.
declare module "@plugboard/components-react/styles.css";
