declare module "*.py" { const text: string; export default text; }  // first.py of viewer/site, which scripts/setup puts beside src
