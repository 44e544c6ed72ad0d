// Lets TypeScript resolve the import of the stylesheet, which has no exports.
declare module "@plugboard/components-react/styles.css";
