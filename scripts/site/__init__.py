"""The documentation as a site: what is written in docs/, and what is drawn and listed from the code when it is built.

``./test docs`` builds it into build/site. Nothing that is made here is kept in git.
"""
