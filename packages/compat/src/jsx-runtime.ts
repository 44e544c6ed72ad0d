export { Fragment, jsx, jsx as jsxDEV, jsxs } from "@plugboard/components/jsx-runtime";
