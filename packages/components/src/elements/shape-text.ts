// These texts are in the bundle of every integration with a component, so they are as terse as can still be read.
// `shapes.ts` reads them at run time, `shape-text.test-d.ts` while compiling, and compares them with the interfaces.
//
// A line is a name and its attributes, each written `name:kind`, or `name?:kind` where it may be left out. A kind is
// one or more of these, joined by `|`:
//
//   string, number, boolean    what TypeScript calls so; a number is finite
//   positive                   a number above 0
//   stateKey, webUrl, linkUrl  text with a rule of its own
//   "bold"                     this very text
//   button                     the element of that name
//   Confirm                    the object of that name; `Object` and `Action` hold data of any name as well
//   element, inline            any kind of a group
//   step[], [stepper]          a list of a kind, a list of exactly one
//
// An attribute without a kind has the one that `attributeKinds` names. Where there is none, it is an `Action` if its
// name begins with `on`, and else a `string`.

/** The kinds of attributes that mean the same on most elements. */
export const attributeKinds = {
  align: '"start"|"center"|"end"',
  buttons: "button[]",
  children: "element[]",
  confirm: "Confirm",
  content: "string|Binding",
  disabled: "boolean",
  hint: "string|hint",
  state: "stateKey",
  value: "string|number",
} as const;

/** The group `inline`: what may stand in a line of text. */
export const inlineKinds = "string|text|link" as const;

/** The elements that may stand in a container; together they are the group `element`. */
export const flowText = `block controls?:Control[] children
vstack align? children
hstack align? children
box grow?:number children
card title? hint? icon?:string|image onPress? buttons? children
divider size?:"small"|"medium"|"large"
text style?:"bold"|"italic"|"code"|"strikethrough" children:inline[]
hint children:inline[]
markdown content
link target:Target children:string[]
image source:Source aspectRatio:positive
codeblock content syntax? lineNumbers?:boolean|number state? onContentChange? buttons? header?:element[] footer?:element[]
button onPress label? style?:"primary"|"secondary"|"danger" icon? trailingIcon? tooltip? confirm? disabled?
input label hint? element:textinput|select|switch|radio|checkbox
textinput state initialValue? placeholder? multiline?:boolean inputType?:"text"|"password"|"email" disabled?
select state options:Option[]|Source initialValue?:string|string[] multiple?:boolean acceptInput?:boolean placeholder? onValueChange? disabled?
switch state initialValue?:boolean onValueChange? confirm? disabled?
radio state value confirm? disabled?
checkbox state value confirm? disabled?
webframe source:Source aspectRatio?:positive buttons? data?:Object` as const;

/** The other elements, the objects that attributes hold, and the data of the built-in actions. */
export const otherText = `
modal title? subtitle? size?:"medium"|"xlarge"|"fullscreen" returnValue?:Object submit?:button children
configuration children:[stepper]|element[]
stepper activeStep onStepChange onComplete children:step[]
step id title? next? children
Binding $state:stateKey
Confirm title text confirm:string style?:"primary"|"danger"
Control label onPress icon? confirm?
Option id label icon?
Source url:webUrl
Target url:linkUrl
@ui.modal.open componentId props:Object
@ui.modal.close returnValue?:Object
@ui.url.open url:linkUrl
@editor.node.updateProps props:Object
@link.unfurl url:webUrl` as const;
