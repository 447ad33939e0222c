struct till {
  long sold;
  long returned;
};
