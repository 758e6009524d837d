import {
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isCatchClause,
  isClassDeclaration,
  isConstructorDeclaration,
  isExpressionStatement,
  isFunctionLikeDeclaration,
  isGetAccessorDeclaration,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSetAccessorDeclaration,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
  isStringLiteralLikeNode,
  isTemplateExpression,
  isTryStatement,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** Replaces the characters from `start` to before `end`, in UTF-16 units. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One fault of one kind, in one place of a file. */
export interface Slip extends Edit {
  kind: SlipKind;
  /** Counted from 1. */
  line: number;
  /** The innermost function with a name around it, as a profiler names it; null outside of functions. */
  functionName: string | null;
}

const comparisons: Partial<Record<SyntaxKind, string>> = {
  [SyntaxKind.LessThanToken]: '<=',
  [SyntaxKind.LessThanEqualsToken]: '<',
  [SyntaxKind.GreaterThanToken]: '>=',
  [SyntaxKind.GreaterThanEqualsToken]: '>',
};
const cleanup =
  /^(?:abort|cleanUp|clear(?:Timeout|Interval)|close|destroy|dispose|end|giveBack|kill|off|release|remove(?:Listener|EventListener)|rmSync|stop|terminate|unlink(?:Sync)?|unref|unwatch)$/;
const undo = /^(?:undo|rollBack|rollback|restore|revert|reset|putBack|takeBack)/;
const forgetting = /^(?:delete|clear|forget|invalidate|drop|evict|expire|outdate)/;
const redaction =
  /^(?:redact|mask|escape|encodeURI|hide|strip|sanitize|quote|without|shorten|cut|clean|normal|plain|safe|trim$|toLowerCase$)/;
const sorting = /^(?:sort|toSorted)$/;
const extreme = /^Math\.(?:min|max)$/;
/** Calls of two arguments whose order makes no difference. */
const symmetric = /^(?:Math\.(?:min|max|hypot)|timingSafeEqual|sameText|isDeepStrictEqual|Object\.is)$/;

const replace = (node: Node, text: string): Edit => ({ start: node.getStart(), end: node.end, text });
const nameOf = (call: Node): string =>
  isIdentifier(call) ? call.text : isPropertyAccessExpression(call) ? call.name.text : '';
const isOneLine = (node: Node): boolean => !node.getText().includes('\n');

/** Nobody takes a text or a function for its neighbour. */
const isNeverSwapped = (argument: Node): boolean =>
  !isOneLine(argument) || isArrowFunction(argument) || isStringLiteralLikeNode(argument);

/** The call that a statement consists of, awaited or not. */
function calledIn(statement: Node): string {
  if (!isExpressionStatement(statement)) return '';
  const expression = isAwaitExpression(statement.expression)
    ? statement.expression.expression
    : statement.expression;
  return isCallExpression(expression) ? nameOf(expression.expression) : '';
}

/** A name, or a member of one: `given`, `given.language`. */
const isPath = (node: Node): boolean =>
  isIdentifier(node) || (isPropertyAccessExpression(node) && isPath(node.expression));

/** What a statement sets to a name, a member, a number, a text or a keyword; undefined if it does anything else. */
function plainlySet(statement: Node): { place: string; value: string } | undefined {
  const set = isExpressionStatement(statement) ? statement.expression : undefined;
  if (!set || !isBinaryExpression(set) || !/^[-+]?=$/.test(set.operatorToken.getText())) return undefined;
  const { left, right } = set;
  const isPlain =
    isPath(right) ||
    isNumericLiteral(right) ||
    isStringLiteralLikeNode(right) ||
    /^(?:true|false|null)$/.test(right.getText());
  return isPlain ? { place: left.getText(), value: right.getText() } : undefined;
}

const siblingsOf = (statement: Node): readonly Node[] =>
  isBlock(statement.parent) || isSourceFile(statement.parent) ? statement.parent.statements : [];

/** A statement of one line goes, with its place in a block. */
const drop = (statement: Node): Edit[] =>
  siblingsOf(statement).length > 0 && isOneLine(statement) ? [replace(statement, '')] : [];

const isInFinally = ({ parent: block }: Node): boolean =>
  isBlock(block) && isTryStatement(block.parent) && block.parent.finallyBlock === block;
const isInCatch = ({ parent: block }: Node): boolean => isBlock(block) && isCatchClause(block.parent);

/** A member of an object literal goes, with its comma. */
function dropMember(member: Node): Edit[] {
  const text = member.getSourceFile().text;
  const end = text[member.end] === ',' ? member.end + 1 : member.end;
  return isOneLine(member) ? [{ start: member.getStart(), end, text: '' }] : [];
}

/** The slips that people make: each kind finds the places of one node. */
const kinds = {
  bound(node) {
    if (isBinaryExpression(node)) {
      const other = comparisons[node.operatorToken.kind];
      if (other !== undefined) return [replace(node.operatorToken, other)];
      const isStep = [SyntaxKind.PlusToken, SyntaxKind.MinusToken].includes(node.operatorToken.kind);
      return isStep && node.right.getText() === '1' ? [replace(node, node.left.getText())] : [];
    }
    if (!isCallExpression(node) || !extreme.test(node.expression.getText())) return [];
    return [replace(node.expression, nameOf(node.expression) === 'min' ? 'Math.max' : 'Math.min')];
  },
  arguments(node) {
    if (!isCallExpression(node) || symmetric.test(node.expression.getText())) return [];
    return node.arguments.slice(1).flatMap((second, index) => {
      const first = node.arguments[index];
      if (first === undefined || [first, second].some(isNeverSwapped)) return [];
      const [a, b] = [first.getText(), second.getText()];
      const between = first.getSourceFile().text.slice(first.end, second.getStart());
      if (a === b || between.includes('\n')) return [];
      return [{ start: first.getStart(), end: second.end, text: `${b}${between}${a}` }];
    });
  },
  await(node) {
    if (!isAwaitExpression(node)) return [];
    return [{ start: node.getStart(), end: node.expression.getStart(), text: '' }];
  },
  cleanup(node) {
    if (!isExpressionStatement(node)) return [];
    return isInFinally(node) || cleanup.test(calledIn(node)) ? drop(node) : [];
  },
  undo(node) {
    if (!isExpressionStatement(node)) return [];
    return isInCatch(node) || undo.test(calledIn(node)) ? drop(node) : [];
  },
  'stale cache'(node) {
    if (isExpressionStatement(node)) return forgetting.test(calledIn(node)) ? drop(node) : [];
    if (!isTemplateExpression(node) || node.templateSpans.length < 2) return [];
    const holder = node.parent;
    const isKey =
      (isCallExpression(holder) && /^(?:get|set|has|add)$/.test(nameOf(holder.expression))) ||
      (isVariableDeclaration(holder) && /key|cache/i.test(holder.name.getText()));
    const last = node.templateSpans.at(-1);
    return isKey && last ? [{ start: last.getStart() - 2, end: last.expression.end + 1, text: '' }] : [];
  },
  constant(node) {
    if (node.kind === SyntaxKind.TrueKeyword) return [replace(node, 'false')];
    if (node.kind === SyntaxKind.FalseKeyword) return [replace(node, 'true')];
    if (isBinaryExpression(node)) {
      const isScaled = [SyntaxKind.AsteriskToken, SyntaxKind.SlashToken].includes(node.operatorToken.kind);
      return isScaled && isNumericLiteral(node.right) ? [replace(node, node.left.getText())] : [];
    }
    if (!isNumericLiteral(node)) return [];
    const value = Number(node.text);
    return [replace(node, String(value >= 1000 && value % 1000 === 0 ? value / 1000 : value + 1))];
  },
  redaction(node) {
    if (!isCallExpression(node) || !redaction.test(nameOf(node.expression))) return [];
    const [only, ...more] = node.arguments;
    if (only !== undefined) return more.length === 0 ? [replace(node, only.getText())] : [];
    const subject = node.expression;
    return isPropertyAccessExpression(subject) ? [replace(node, subject.expression.getText())] : [];
  },
  option(node) {
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken)
      return isPropertyAccessExpression(node.left) ? [replace(node, node.right.getText())] : [];
    const isPassed =
      isShorthandPropertyAssignment(node) ||
      isSpreadAssignment(node) ||
      (isPropertyAssignment(node) && isPropertyAccessExpression(node.initializer));
    return isPassed && isObjectLiteralExpression(node.parent) ? dropMember(node) : [];
  },
  order(node) {
    if (isCallExpression(node) && sorting.test(nameOf(node.expression))) {
      const [by] = node.arguments;
      const subject = isPropertyAccessExpression(node.expression) ? node.expression.expression : undefined;
      const unsorted = subject && isOneLine(node) ? [replace(node, subject.getText())] : [];
      if (by === undefined || !isArrowFunction(by) || !isBinaryExpression(by.body)) return unsorted;
      const { left, operatorToken, right } = by.body;
      if (operatorToken.kind !== SyntaxKind.MinusToken) return unsorted;
      return [...unsorted, replace(by.body, `${right.getText()} - ${left.getText()}`)];
    }
    if (!isExpressionStatement(node) || !isOneLine(node)) return [];
    const siblings = siblingsOf(node);
    const next = siblings[siblings.indexOf(node) + 1];
    if (next === undefined || !isExpressionStatement(next) || !isOneLine(next)) return [];
    // The build drops the marks of rare branches.
    if ([node, next].some((each) => calledIn(each) === 'reached')) return [];
    const [set, setNext] = [plainlySet(node), plainlySet(next)];
    // Two places that get values of their own: nobody can tell which came first.
    if (
      set &&
      setNext &&
      set.place !== setNext.place &&
      set.place !== setNext.value &&
      set.value !== setNext.place
    )
      return [];
    const between = node.getSourceFile().text.slice(node.end, next.getStart());
    return [{ start: node.getStart(), end: next.end, text: `${next.getText()}${between}${node.getText()}` }];
  },
  condition(node) {
    if (isIfStatement(node)) {
      const leaves = [
        SyntaxKind.ReturnStatement,
        SyntaxKind.ContinueStatement,
        SyntaxKind.BreakStatement,
        SyntaxKind.ThrowStatement,
      ].includes(node.thenStatement.kind);
      return leaves && node.elseStatement === undefined ? drop(node) : [];
    }
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return [replace(node, node.operand.getText())];
    if (!isBinaryExpression(node)) return [];
    const joins = [SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken];
    if (!joins.includes(node.operatorToken.kind) || !isOneLine(node)) return [];
    return [replace(node, node.left.getText()), replace(node, node.right.getText())];
  },
} satisfies Record<string, (node: Node) => Edit[]>;

export type SlipKind = keyof typeof kinds;
export const slipKinds = Object.keys(kinds) as SlipKind[];

/** Code that a type holds, or that only names a module, cannot slip. */
const isWithoutEffect = (node: Node): boolean =>
  isTypeNode(node) ||
  isImportDeclaration(node) ||
  node.kind === SyntaxKind.InterfaceDeclaration ||
  node.kind === SyntaxKind.TypeAliasDeclaration;

const nameOfClass = (node: Node): string | null =>
  isClassDeclaration(node) ? (node.name?.text ?? null) : null;

/** The name of a function, or of what holds it. */
function functionNameOf(node: Node): string | null {
  if (!isFunctionLikeDeclaration(node)) return null;
  if (isGetAccessorDeclaration(node)) return `get ${node.name.getText()}`;
  if (isSetAccessorDeclaration(node)) return `set ${node.name.getText()}`;
  if (isConstructorDeclaration(node)) return nameOfClass(node.parent);
  if (!isArrowFunction(node) && node.name) return node.name.getText();
  const holder = node.parent;
  return isVariableDeclaration(holder) || isPropertyAssignment(holder) ? holder.name.getText() : null;
}

/** Lists every slip of a source file, in the order of its nodes. */
export function slipsOf(source: SourceFile): Slip[] {
  const found: Slip[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: Node, within: string | null): void => {
    if (isWithoutEffect(node)) return;
    const functionName = functionNameOf(node) ?? within;
    for (const kind of slipKinds)
      for (const edit of kinds[kind](node))
        found.push({ ...edit, kind, line: lineOf(edit.start), functionName });
    node.forEachChild((child) => visit(child, functionName));
  };
  source.forEachChild((node) => visit(node, null));
  return found;
}

/** The text after its edits, which do not overlap. */
export const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text: by }) => rest.slice(0, start) + by + rest.slice(end), text);
