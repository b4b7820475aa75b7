/** What the test of mutation testing changes. */
package dev.assent.toy;
