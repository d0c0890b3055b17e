export default { connections: ['ScriptedModel'] };
